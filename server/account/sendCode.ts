import { codeExpireSeconds, codeResendSeconds } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Asking } from '#server/http/handlers.ts'
import type { House } from '#server/house.ts'
import { dropCode, makeCode, phoneTarget, type Scene } from './codes.ts'
import type { Mail } from './mail.ts'
import { loginMethods } from './methods.ts'
import { findPerson } from './people.ts'

const sent = (devCode?: string) => ({
  sent: true as const,
  resendIn: codeResendSeconds,
  expireIn: codeExpireSeconds,
  ...(devCode !== undefined && { devCode }),
})

/** A code by mail. The answer is the same whether or not the address has an account. */
export async function sendEmailCode(
  house: House,
  mail: Mail | undefined,
  ask: { email: string; scene: Scene },
  { now, lang }: Pick<Asking<'open'>, 'now' | 'lang'>,
) {
  refuseUnless(house, 'email')
  const { id, code } = await makeCode(house.db, ask.scene, ask.email, now)
  if (!mail) return sent(code)
  const person = await findPerson(house.db, { email: ask.email })
  const to = { address: ask.email, lang, phrase: person?.mail_phrase ?? undefined }
  const isKnown = person !== undefined || ask.scene === 'register' || ask.scene === 'bind'
  try {
    await (isKnown ? mail.sendCode(to, code) : mail.sendNoAccount(to))
  } catch (error) {
    await dropCode(house.db, id)
    throw error
  }
  return sent()
}

/** A code for a phone. No server has a gateway, so only a sandbox offers it, and shows the code. */
export async function sendPhoneCode(
  house: House,
  ask: { areaCode: string; phone: string; scene: Scene },
  { now }: Pick<Asking<'open'>, 'now'>,
) {
  refuseUnless(house, 'phone')
  const { code } = await makeCode(house.db, ask.scene, phoneTarget(ask.areaCode, ask.phone), now)
  return sent(code)
}

/** Refuses forbidden for a way of signing in that this server does not have. */
export function refuseUnless({ config }: House, method: 'email' | 'phone'): void {
  if (!loginMethods(config).includes(method)) throw new Refusal('forbidden', { method })
}
