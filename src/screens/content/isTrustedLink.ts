/**
 * Whether the house vouches for where a link leads, so that it opens without a word between. `hosts` are those of
 * `sys_set`: each exactly itself, or `*.host` for everything beneath that host and not for the host. Only https, and only where the link
 * spells the host just as the browser reads it: whoever writes a port, a name before an @, an escape, a letter of another script or a dot
 * too many means it to be misread, and is shown whole.
 */
export function isTrustedLink(link: string, hosts: readonly string[]): boolean {
  const text = link.trim()
  const linkHost = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z0-9-]+)(?:[/?#]|$)/i.exec(text)?.[1]?.toLowerCase()
  if (linkHost === undefined || URL.parse(text)?.host !== linkHost || /(?:^|\.)xn--/.test(linkHost)) return false
  return hosts.some((host) => (host.startsWith('*.') ? linkHost.endsWith(host.slice(1)) : linkHost === host))
}
