import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { addressKey } from '#server/addressKey.ts'
import { resolveShortLink } from '#server/settings/shortLinks.ts'
import type { Kitchen } from './answer.ts'

/** Short links of invitations and articles: to where they lead, or home when they lead nowhere any more. */
export function routeInvites(app: FastifyInstance, { house, limiters }: Kitchen): void {
  app.get('/i/:code', async (request, reply) => {
    const now = house.clock.now()
    const seconds = limiters.perIp.take(addressKey(request.ip), now)
    if (seconds > 0) throw new Refusal('tooMany', { seconds })
    const { code } = request.params as { code: string }
    return reply.header('cache-control', 'no-store').redirect(await targetOf(code, request.ip), 302)
  })

  // Only ever a page of our own.
  async function targetOf(code: string, ip: string): Promise<string> {
    if (!/^\w{4,16}$/.test(code)) return '/home'
    const link = await resolveShortLink(house.db, code, ip, house.clock.now()).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    return link?.valid && /^\/(?![/\\])/.test(link.target) ? link.target : '/home'
  }
}
