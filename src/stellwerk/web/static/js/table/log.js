// The log shows its end.

const toEnd = () => {
  document.querySelectorAll("#log-lines, #chat-lines").forEach((list) => {
    if (!list.closest(".view-log")) list.scrollTop = list.scrollHeight;
  });
};
toEnd();
document.addEventListener("htmx:afterSettle", toEnd);
