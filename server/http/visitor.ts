import type { IncomingHttpHeaders } from 'node:http'
import { visitorByToken } from '#account/sessions.ts'
import type { Visitor } from '#account/visitor.ts'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import { tokenHeader } from '#contract/envelope.ts'
import { Refusal } from '#contract/refusals.ts'
import type { House } from '#server/house.ts'

/** Who sent these headers: asked of the database each time, so that an ended session is refused at the next call on every server. */
export async function visitorOf(house: House, headers: IncomingHttpHeaders): Promise<Visitor | undefined> {
  const token = headers[tokenHeader]
  return typeof token === 'string' && token !== '' ? visitorByToken(house, token, house.clock.now()) : undefined
}

const levelOf = { kyc1: 1, kyc2: 2 } as const

/** What stays open when the papers have ended; the room lets money go to known addresses alone. */
const leaving: ReadonlySet<string> = new Set([contract.withdrawals.apply.path])

/** Refuses unauthorized without a visitor, guestRestricted where a row is not for guests, and kycRequired {level} below its level. */
export function admit(visitor: Visitor | undefined, { access, path }: Pick<Call, 'access' | 'path'>): void {
  if (access === 'open') return
  if (!visitor) throw new Refusal('unauthorized')
  if (access === 'signedIn') return
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  if (access === 'full') return
  const isClosed = visitor.isPapersEnded === true && !leaving.has(path)
  if (isClosed || visitor.kycLevel < levelOf[access]) throw new Refusal('kycRequired', { level: levelOf[access] })
}
