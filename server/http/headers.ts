const isHttps = (publicOrigin: string | undefined): boolean => publicOrigin?.startsWith('https:') ?? false

/**
 * What every reply carries, made once at start: that it is what it says it is, that no other site may embed it, and that it comes over TLS alone.
 * A call's answer needs no more, and neither does a script, a sheet or a font: a policy binds the page that loads them, not them.
 */
export const commonReplyHeaders = (publicOrigin: string | undefined): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  ...(isHttps(publicOrigin) && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
})

/** Whether what is at this address is part of a page and never one itself, nor a worker, whose own reply its policy comes with. */
export const isPageAsset = (url: string): boolean => /^\/(assets\/[^?#]+\.(js|css)|fonts\/[^?#]+\.woff2)(\?|$)/.test(url)

/** What every page carries, made once at start. `inline` are the CSP hashes of index.html's first paint. */
export function pageReplyHeaders(
  publicOrigin: string | undefined,
  inline: { scripts: readonly string[]; styles: readonly string[] },
): Record<string, string> {
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
    ...(isHttps(publicOrigin) ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    ...commonReplyHeaders(publicOrigin),
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  }
}
