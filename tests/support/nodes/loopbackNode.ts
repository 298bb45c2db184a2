import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a node misbehaves: it never answers, answers no JSON, another thing than was asked, or with a status and no body. */
export type FailureMode = 'well' | 'silent' | 'garbage' | 'foreign' | 'broken'

export interface NodeReply {
  status: number
  body: string
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

/** A node's HTTP side on the loopback: basic auth, one question a request, and bad days as told. */
export async function loopbackNode(answer: (question: Record<string, unknown>) => NodeReply, user?: string) {
  let mood: FailureMode = 'well'
  const asked: string[] = []
  const unanswered = new Set<ServerResponse>()
  const wanted = user === undefined ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
  const server = createServer((request, response) => {
    const say = ({ status, body }: NodeReply) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    void bodyOf(request).then((text) => {
      if (wanted !== undefined && request.headers.authorization !== wanted) return say({ status: 401, body: '' })
      const question = JSON.parse(text) as Record<string, unknown>
      asked.push(String(question['method']))
      if (mood === 'silent') return unanswered.add(response)
      if (mood === 'garbage') return say({ status: 200, body: '<html>maintenance</html>' })
      if (mood === 'foreign') return say({ status: 200, body: '{"result":[1,2,3],"error":null,"id":0}' })
      if (mood === 'broken') return say({ status: 503, body: 'Work queue depth exceeded' })
      return say(answer(question))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${user === undefined ? '' : `${user}@`}127.0.0.1:${port}`,
    port,
    /** Methods that were asked, in order. */
    asked,
    be: (next: FailureMode) => {
      mood = next
      for (const each of unanswered) each.destroy()
      unanswered.clear()
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
