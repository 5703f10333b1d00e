#!/bin/sh
# Makes the two roles beside the owner of the tables, or gives them new passwords: run by compose when the database is made
# (postgres' docker-entrypoint-initdb.d), and by `deploy/install`. The site's role reads and writes rows. It owns nothing,
# so it can take no trigger off, alter no table and empty none. The role for retention can do the same, and delete old
# lines of the log. Migrations take from both the rights to change append-only tables (docs/operations.md).
# POSTGRES_USER is a superuser; OWNER, if it is another role, owns the tables.
psql --quiet --set ON_ERROR_STOP=1 --set site="$SITE_PASSWORD" --set retention="$RETENTION_PASSWORD" \
  --set owner="${OWNER:-$POSTGRES_USER}" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
SET client_min_messages = warning;
SELECT format('CREATE ROLE %I LOGIN', name) FROM unnest(ARRAY['club_web', 'club_retention']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE club_web PASSWORD :'site';
ALTER ROLE club_retention PASSWORD :'retention';
GRANT club_web TO club_retention;
GRANT USAGE ON SCHEMA public TO club_web;
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO club_web;
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public GRANT USAGE ON SEQUENCES TO club_web;
SQL
