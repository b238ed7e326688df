// Parts of pages that the server draws.

export const fragment = async (url) => {
  const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" }, credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
};
