/** How a page of the bench reaches the embedded stack. */
export type Server = { api: string; key: string; token: string; userId: string }

export async function askServer(server: Server, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${server.api}/rest/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: server.key,
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      prefer: 'resolution=ignore-duplicates',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}
