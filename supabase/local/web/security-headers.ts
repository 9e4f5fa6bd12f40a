/** Sent with every file of the app. Scripts and styles are files of our own: no inline, no eval. */
export function securityHeaders(apiUrl: string): Record<string, string> {
  const api = new URL(apiUrl)
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // Avatars come from the API.
    'img-src': `'self' ${api.origin} https://i.ytimg.com data:`,
    'font-src': "'self'",
    'media-src': "'self'",
    'connect-src': `'self' ${api.origin} ${api.origin.replace(/^http/, 'ws')} https://i.ytimg.com`,
    'frame-src': 'https://www.youtube-nocookie.com',
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    // The player asks for the page's origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
}
