/**
 * Whether the house vouches for where a link leads, so that it opens without a word between (product §4.2 row 5). `hosts` are those of
 * `sys_set`: each exactly itself, or `*.host` for everything beneath that host and not for the host. Only https, and only where the link
 * spells the host just as the browser reads it: whoever writes a port, a name before an @, an escape, a letter of another script or a dot
 * too many means it to be misread, and is shown whole.
 */
export function isVouchedFor(link: string, hosts: readonly string[]): boolean {
  const text = link.trim()
  const written = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z0-9-]+)(?:[/?#]|$)/i.exec(text)?.[1]?.toLowerCase()
  if (written === undefined || URL.parse(text)?.host !== written || /(?:^|\.)xn--/.test(written)) return false
  return hosts.some((host) => (host.startsWith('*.') ? written.endsWith(host.slice(1)) : written === host))
}
