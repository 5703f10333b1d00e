// A new club's clock is the one of the browser that makes it, until somebody chooses another.

const zones = document.getElementById("id_time_zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zones && !zones.value && [...zones.options].some((option) => option.value === here)) zones.value = here;
