{# drf-spectacular's own script would have the reader's CSRF token in it. The API reads no cookies and needs none. #}
"use strict";
SwaggerUIBundle({ url: "{{ schema_url|escapejs }}", dom_id: "#swagger-ui", ...{{ settings|safe }} });
