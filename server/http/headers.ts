/** What every reply carries, made once at start. `inline` are the CSP hashes of index.html's first paint. */
export function securityHeaders(
  publicOrigin: string | undefined,
  inline: { scripts: readonly string[]; styles: readonly string[] },
): Record<string, string> {
  const isHttps = publicOrigin?.startsWith('https:') ?? false
  const socket = publicOrigin === undefined ? '' : ` ${publicOrigin.replace(/^http/, 'ws')}`
  const policy = [
    `default-src 'none'`,
    `script-src ${["'self'", ...inline.scripts].join(' ')}`,
    `style-src ${["'self'", ...inline.styles].join(' ')}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'${socket}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    // Only the cleaner of articles may make markup, and only the worker's address is a script's.
    `require-trusted-types-for 'script'`,
    `trusted-types fairlead dompurify`,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }
}
