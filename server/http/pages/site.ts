import type { Config } from '../../core/startup/config.ts'

const loopback = /^(localhost|[a-z0-9-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d{1,5})?$/i

/**
 * Where people see this app, such as https://trade.example.com: as PUBLIC_ORIGIN says. Without it only a request that names this
 * machine itself is believed, since anybody can write a Host; undefined for any other.
 */
export function publicSiteOrigin({ publicOrigin }: Pick<Config, 'publicOrigin'>, host: string | undefined): string | undefined {
  if (publicOrigin !== undefined) return publicOrigin
  return host !== undefined && loopback.test(host) ? `http://${host.toLowerCase()}` : undefined
}
