import { verificationCodeExpireSeconds, verificationCodeResendSeconds } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { RequestContext } from '../core/handlers.ts'
import type { AppContext } from '../core/appContext.ts'
import { deleteVerificationCode, createVerificationCode, phoneCodeTarget, type VerificationCodeScene } from './codes.ts'
import type { MailSender } from '../notifications/mail/mail.ts'
import { offeredSignInMethods } from './methods.ts'
import { findUser } from './people.ts'

const sent = (devCode?: string) => ({
  sent: true as const,
  resendIn: verificationCodeResendSeconds,
  expireIn: verificationCodeExpireSeconds,
  ...(devCode !== undefined && { devCode }),
})

/** A code by mail. The answer is the same whether or not the address has an account. */
export async function sendEmailCode(
  app: AppContext,
  mail: MailSender | undefined,
  ask: { email: string; scene: VerificationCodeScene },
  { now, lang }: Pick<RequestContext<'open'>, 'now' | 'lang'>,
) {
  assertSignInMethodOffered(app, 'email')
  const { id, code } = await createVerificationCode(app.db, ask.scene, ask.email, now)
  if (!mail) return sent(code)
  const person = await findUser(app.db, { email: ask.email })
  const to = { address: ask.email, lang, phrase: person?.mail_phrase ?? undefined }
  const isKnown = person !== undefined || ask.scene === 'register' || ask.scene === 'bind'
  try {
    await (isKnown ? mail.sendCode(to, code) : mail.sendNoAccount(to))
  } catch (error) {
    await deleteVerificationCode(app.db, id)
    throw error
  }
  return sent()
}

/** A code for a phone. No server has a gateway, so only a sandbox offers it, and shows the code. */
export async function sendPhoneCode(
  app: AppContext,
  ask: { areaCode: string; phone: string; scene: VerificationCodeScene },
  { now }: Pick<RequestContext<'open'>, 'now'>,
) {
  assertSignInMethodOffered(app, 'phone')
  const { code } = await createVerificationCode(app.db, ask.scene, phoneCodeTarget(ask.areaCode, ask.phone), now)
  return sent(code)
}

/** Refuses forbidden for a way of signing in that this server does not have. */
export function assertSignInMethodOffered({ config }: AppContext, method: 'email' | 'phone'): void {
  if (!offeredSignInMethods(config).includes(method)) throw new Refusal('forbidden', { method })
}
