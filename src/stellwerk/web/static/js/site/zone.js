// Times are told as clocks show them where the reader is; the server cannot know where that is.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`zone=${encodeURIComponent(zone)}`)) {
  document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;
}
