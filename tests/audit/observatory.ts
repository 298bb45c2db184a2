import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../support/startServer.ts'
import { installTool } from './tool.ts'

// MDN's HTTP Observatory on the built app behind TLS, as it stands on the internet: it must give A+.

interface Scan {
  error?: string
  scan?: { grade: string; score: number }
  tests?: Record<string, { pass: boolean; scoreModifier: number; result: string }>
}

/** The grade, the score, and every test that cost points. */
export async function observe(dist: string): Promise<{ grade: string; score: number; costs: string[] }> {
  const folder = installTool('@mdn/mdn-http-observatory', '1.4.8')
  noLists(folder)
  const keys = mkdtempSync(join(tmpdir(), 'fairlead-tls-'))
  const [key, cert] = [join(keys, 'key.pem'), join(keys, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
  execFileSync('openssl', [...made, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  let target = ''
  const front = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, reply) => {
    const { hostname, port } = new URL(target)
    const behind = request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    behind.on('error', () => reply.destroy())
    asked.pipe(behind)
  })
  await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready))
  const place = `127.0.0.1:${(front.address() as AddressInfo).port}`
  const server = await startTestServer({ http: { dist }, env: { PUBLIC_ORIGIN: `https://${place}` } })
  target = server.origin
  try {
    return await scan(join(folder, 'src/scan.js'), `${place}/home`, cert)
  } finally {
    front.closeAllConnections()
    front.close()
    await server.stop()
    rmSync(keys, { recursive: true, force: true })
  }
}

/** The lists of preloaded names and of top-level domains that it would fetch when it is installed: an address on this machine is in neither. */
function noLists(folder: string): void {
  for (const [name, empty] of [
    ['hsts-preload.json', '{}'],
    ['tld-list.json', '[]'],
  ] as const) {
    const list = join(folder, 'conf', name)
    if (!existsSync(list)) writeFileSync(list, empty)
  }
}

async function scan(cli: string, site: string, cert: string): Promise<{ grade: string; score: number; costs: string[] }> {
  const { promise, resolve } = Promise.withResolvers<string>()
  // It believes our certificate; the front answers in this process meanwhile.
  execFile(process.execPath, [cli, site], { env: { ...process.env, NODE_EXTRA_CA_CERTS: cert }, timeout: 120_000 }, (error, out) =>
    resolve(out || String(error?.message)),
  )
  const text = await promise
  const { error, scan: found, tests = {} } = JSON.parse(text) as Scan
  if (!found) throw new Error(`The observatory gave no grade: ${error ?? text.slice(0, 300)}`)
  const costs = Object.entries(tests).filter(([, { pass, scoreModifier }]) => !pass || scoreModifier < 0)
  return { ...found, costs: costs.map(([name, { result, scoreModifier }]) => `${name} ${scoreModifier}: ${result}`) }
}
