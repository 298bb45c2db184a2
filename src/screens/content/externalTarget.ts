export type ExternalLinkTarget =
  | { kind: 'inside'; href: string }
  | { kind: 'outside'; href: string; host: string; isEncrypted: boolean; isRewritten: boolean }
  | { kind: 'refused' }

const refused: ExternalLinkTarget = { kind: 'refused' }

/**
 * Where a link given to /outlink leads: a page of ours, another site to warn about, or nowhere. Only http and https;
 * an address with a name or password in it is refused, because it is written to be misread.
 */
export function resolveExternalLinkTarget(text: string, origin: string, outlinkPath: string): ExternalLinkTarget {
  const trimmed = text.trim()
  if (!/^(https?:\/\/|\/)/i.test(trimmed)) return refused
  const url = URL.parse(trimmed, origin)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return refused
  if (url.origin === origin) {
    // A warning page that leads to the warning page leads nowhere.
    return url.pathname === outlinkPath ? refused : { kind: 'inside', href: url.pathname + url.search + url.hash }
  }
  return {
    kind: 'outside',
    href: url.href,
    host: url.host,
    isEncrypted: url.protocol === 'https:',
    // The browser writes letters outside a–z as xn--…: what is shown is then not what the link showed.
    isRewritten: url.hostname.split('.').some((label) => label.startsWith('xn--')),
  }
}
