// The log shows its end, and the history where it is.

const toEnd = () => {
  document.querySelectorAll("#log-lines, #chat-lines").forEach((list) => {
    if (!list.closest(".view-log")) list.scrollTop = list.scrollHeight;
  });
};
toEnd();
document.addEventListener("htmx:afterSettle", toEnd);

document.addEventListener("input", (event) => {
  if (event.target.id !== "h-range") return;
  event.target.form.querySelector("output").textContent = `${event.target.value} / ${event.target.max}`;
});
document.addEventListener("change", (event) => {
  if (event.target.id === "h-range") event.target.form.requestSubmit();
});
