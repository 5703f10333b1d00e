#!/bin/sh
# Runs once, when the database is made (postgres' docker-entrypoint-initdb.d). The site's role reads and writes rows. It
# owns nothing, so it can take no trigger off, alter no table and empty none. The role for retention can do the same, and
# delete old lines of the log. Migrations take from both the rights to change append-only tables (docs/operations.md).
psql --quiet --set ON_ERROR_STOP=1 --set site="$SITE_PASSWORD" --set retention="$RETENTION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE club_web LOGIN PASSWORD :'site';
CREATE ROLE club_retention LOGIN PASSWORD :'retention' IN ROLE club_web;
GRANT USAGE ON SCHEMA public TO club_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO club_web;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO club_web;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO club_web;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO club_web;
SQL
