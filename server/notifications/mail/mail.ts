import { createTransport, type Transporter } from 'nodemailer'
import type { LanguageCode } from '#contract/calls/account.ts'
import { verificationCodeExpireSeconds } from '#contract/constants.ts'
import { type Instant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { translate, type TranslatableText } from '../../core/i18n.ts'
import { type MailKind, sharedMailTexts, mailTextsByKind } from './mailWords.ts'

/** Something to be told to one person by mail. */
export interface NewNoticeMail {
  userId: string
  kind: MailKind
  /** Plain texts. `amount` is an exact decimal and gets its commas; everything else is shown as it is given. */
  params: Readonly<Record<string, string>>
}

/**
 * Writes a mail in the caller's transaction: it goes out once that is committed, or not at all. People without an address get none.
 * It waits for the mail server for a day at most.
 */
export const queueMail = (sql: Sql, { userId, kind, params }: NewNoticeMail, now: Instant): Promise<unknown> =>
  sql.query(
    `insert into mail_outbox (account_id, address, kind, params, created_ms, due_ms)
     select id, email, $2, $3::jsonb, $4, $4 from account where id = $1 and email is not null`,
    [userId, kind, JSON.stringify(params), now],
  )

/** Who a mail goes to: the language of its words, and the person's anti-phishing phrase where there is one. */
interface Recipient {
  address: string
  lang: LanguageCode
  phrase?: string | undefined
}

/** Something that happened, to be told once. */
interface ToldMail {
  kind: MailKind
  params: Readonly<Record<string, string>>
  at: Instant
  /** The same at every try, so that a mail server which took it already can tell. */
  id: string
}

/** Sends plain text messages by SMTP. Each rejects when the mail server did not take the message, without saying to whom it was. */
export interface MailSender {
  sendCode(to: Recipient, code: string): Promise<void>
  /** The same wait as for a code, for an address that has no account. */
  sendNoAccount(to: Recipient): Promise<void>
  send(to: Recipient, message: ToldMail): Promise<void>
  close(): void
}

/** Undefined without a mail server. The sender is the URL's `from`, or no-reply at the mail server's host. */
export function createMailSender(smtpUrl: string | undefined): MailSender | undefined {
  if (smtpUrl === undefined) return undefined
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `no-reply@${url.hostname}`
  url.searchParams.delete('from')
  const transport: Transporter = createTransport({
    url: url.href,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
  })
  const send = async ({ address, lang, phrase }: Recipient, subject: string, lines: string[], messageId?: string) => {
    // Nobody else knows the phrase: a mail without it is not from us.
    const text = [...lines, ...(phrase ? [fill(lang, sharedMailTexts.phrase, { phrase })] : [])].join('\n\n')
    await transport
      .sendMail({
        from: { name: 'Fairlead', address: from },
        to: { name: '', address },
        subject,
        text: `${text}\n`,
        ...(messageId && { messageId: `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>` }),
      })
      .catch((fault: unknown) => {
        const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'no answer'
        throw Object.assign(new Error(`the mail server did not take a mail (${code})`), { code })
      })
  }
  return {
    sendCode: (to, code) =>
      send(to, fill(to.lang, sharedMailTexts.codeSubject, { code }), [
        fill(to.lang, sharedMailTexts.codeBody, { code, minutes: String(verificationCodeExpireSeconds / 60) }),
        translate(to.lang, sharedMailTexts.codeIgnore),
      ]),
    sendNoAccount: (to) =>
      send(to, translate(to.lang, sharedMailTexts.noAccountSubject), [translate(to.lang, sharedMailTexts.noAccountBody)]),
    send: (to, { kind, params, at, id }) => {
      const words = mailTextsByKind[kind]
      const lines = [
        fill(to.lang, words.body, params),
        fill(to.lang, sharedMailTexts.when, { time: instantToWireTime(at) }),
        translate(to.lang, sharedMailTexts.notYou),
      ]
      return send(to, fill(to.lang, words.subject, params), lines, id)
    },
    close: () => transport.close(),
  }
}

/** Only an amount gets commas: a code or an account that consists of digits is given as it is. */
function fill(lang: LanguageCode, text: TranslatableText, { amount, ...others }: Readonly<Record<string, string>>): string {
  const said = translate(lang, text, amount === undefined ? {} : { amount })
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => others[name] ?? whole)
}
