// A new club's clock is that of the browser in which it is made, as long as nobody has chosen another.

const zones = document.getElementById("id_time_zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zones && !zones.value && [...zones.options].some((option) => option.value === here)) zones.value = here;
