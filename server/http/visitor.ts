import type { IncomingHttpHeaders } from 'node:http'
import { findSignedInUserByToken } from '#account/sessions.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { ApiCall } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import { accessTokenHeader } from '#contract/envelope.ts'
import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'

/** Who sent these headers: asked of the database each time, so that an ended session is refused at the next call on every server. */
export async function findSignedInUserOfHeaders(app: AppContext, headers: IncomingHttpHeaders): Promise<SignedInUser | undefined> {
  const token = headers[accessTokenHeader]
  return typeof token === 'string' && token !== '' ? findSignedInUserByToken(app, token, app.clock.now()) : undefined
}

const levelOf = { kyc1: 1, kyc2: 2 } as const

/** What stays open when the papers have ended; the module lets money go to known addresses alone. */
const leaving: ReadonlySet<string> = new Set([contract.withdrawals.apply.path])

/** Refuses unauthorized without a visitor, guestRestricted where a row is not for guests, and kycRequired {level} below its level. */
export function assertCallAccess(visitor: SignedInUser | undefined, { access, path }: Pick<ApiCall, 'access' | 'path'>): void {
  if (access === 'open') return
  if (!visitor) throw new Refusal('unauthorized')
  if (access === 'signedIn') return
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  if (access === 'full') return
  const isClosed = visitor.isPapersEnded === true && !leaving.has(path)
  if (isClosed || visitor.kycLevel < levelOf[access]) throw new Refusal('kycRequired', { level: levelOf[access] })
}
