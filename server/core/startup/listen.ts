import { StartupError } from './config.ts'

/** Listens and gives back the address to open; a port or host that cannot be had is a StartupError. */
export async function listenHttpServer(
  http: { listen(port: number, host: string): Promise<number> },
  { port, host }: { port: number; host: string },
): Promise<string> {
  try {
    const boundPort = await http.listen(port, host)
    return `http://${nameable(host)}:${boundPort}`
  } catch (error) {
    const why = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw why ? new StartupError(why(port, host)) : error
  }
}

const noSuchHost = (_: number, host: string) => `This machine has no address "${host}": set HOST to another one.`
const reasons: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) => `Port ${port} on ${host} is already in use: set PORT to another one.`,
  EACCES: (port) => `Port ${port} may not be opened by this user: set PORT to 1024 or more.`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
}

/** "Every address" is reached here as localhost; IPv6 stands in brackets. */
function nameable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
