import { createTransport, type Transporter } from 'nodemailer'
import type { LanguageCode } from '#contract/calls/account.ts'
import { codeExpireSeconds } from '#contract/constants.ts'
import { type Instant, toWire } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { say, type Text } from '#server/i18n.ts'
import { type MailKind, mailTexts, mailWords } from './mailWords.ts'

/** Something to be told to one person by mail. */
export interface NewMail {
  userId: string
  kind: MailKind
  /** Plain texts. `amount` is an exact decimal and gets its commas; everything else is shown as it is given. */
  params: Readonly<Record<string, string>>
}

/**
 * Writes a mail in the caller's transaction: it goes out once that is committed, or not at all. People without an address get none.
 * It waits for the mail server for a day at most.
 */
export const tellByMail = (sql: Sql, { userId, kind, params }: NewMail, now: Instant): Promise<unknown> =>
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
export interface Mail {
  sendCode(to: Recipient, code: string): Promise<void>
  /** The same wait as for a code, for an address that has no account. */
  sendNoAccount(to: Recipient): Promise<void>
  tell(to: Recipient, told: ToldMail): Promise<void>
  close(): void
}

/** Undefined without a mail server. The sender is the URL's `from`, or no-reply at the mail server's host. */
export function createMail(smtpUrl: string | undefined): Mail | undefined {
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
    const text = [...lines, ...(phrase ? [fill(lang, mailTexts.phrase, { phrase })] : [])].join('\n\n')
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
      send(to, fill(to.lang, mailTexts.codeSubject, { code }), [
        fill(to.lang, mailTexts.codeBody, { code, minutes: String(codeExpireSeconds / 60) }),
        say(to.lang, mailTexts.codeIgnore),
      ]),
    sendNoAccount: (to) => send(to, say(to.lang, mailTexts.noAccountSubject), [say(to.lang, mailTexts.noAccountBody)]),
    tell: (to, { kind, params, at, id }) => {
      const words = mailWords[kind]
      const lines = [fill(to.lang, words.body, params), fill(to.lang, mailTexts.when, { time: toWire(at) }), say(to.lang, mailTexts.notYou)]
      return send(to, fill(to.lang, words.subject, params), lines, id)
    },
    close: () => transport.close(),
  }
}

/** Only an amount gets commas: a code or an account that consists of digits is given as it is. */
function fill(lang: LanguageCode, text: Text, { amount, ...others }: Readonly<Record<string, string>>): string {
  const said = say(lang, text, amount === undefined ? {} : { amount })
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => others[name] ?? whole)
}
