/** Browsers may call from any origin: what a caller may do depends on the token alone, and cookies are not looked at. */
const EVERY_ANSWER: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit, Preference-Applied',
}

export function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(EVERY_ANSWER)) response.headers.set(name, value)
  return response
}

export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
}

export function preflightResponse(request: Request): Response {
  const requested = request.headers.get('access-control-request-headers')
  const allowed = [
    'Authorization',
    ...(requested === null ? [] : requested.split(',').map((name) => name.trim())),
  ]
  return new Response(null, {
    status: 200,
    headers: {
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-allow-headers': [...allowed, 'Accept', 'Accept-Language', 'Content-Language'].join(
        ', ',
      ),
      'access-control-max-age': '86400',
    },
  })
}
