import { createTransport, type Transporter } from 'nodemailer'
import type { LanguageCode } from '#contract/calls/account.ts'
import { codeExpireSeconds } from '#contract/constants.ts'
import { say } from '#server/i18n.ts'

const texts = {
  codeSubject: /*i18n*/ { id: 'mail.codeSubject', message: '{code} is your Fairlead code' },
  codeBody: /*i18n*/ {
    id: 'mail.codeBody',
    message: 'Your code is {code}. It is good for {minutes} minutes and works once. Nobody from Fairlead will ever ask you for it.',
  },
  codeIgnore: /*i18n*/ { id: 'mail.codeIgnore', message: 'If you did not ask for this code, you can ignore this message.' },
  noAccountSubject: /*i18n*/ { id: 'mail.noAccountSubject', message: 'Signing in to Fairlead' },
  noAccountBody: /*i18n*/ {
    id: 'mail.noAccountBody',
    message:
      'Somebody asked for a code to sign in to Fairlead with this address, but there is no account with it. You can create one in the app.',
  },
}

/** Sends plain text messages by SMTP. */
export interface Mail {
  /** Rejects when the mail server did not take the message. */
  sendCode(to: string, code: string, lang: LanguageCode): Promise<void>
  /** The same wait as for a code, for an address that has no account. */
  sendNoAccount(to: string, lang: LanguageCode): Promise<void>
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
  const send = async (to: string, subject: string, text: string) => {
    await transport.sendMail({ from: { name: 'Fairlead', address: from }, to: { name: '', address: to }, subject, text })
  }
  return {
    sendCode(to, code, lang) {
      // A number in `values` would be written with commas; a code is text and has no point, so it is given as it is.
      const subject = say(lang, texts.codeSubject).replace('{code}', code)
      const body = say(lang, texts.codeBody, { minutes: codeExpireSeconds / 60 }).replace('{code}', code)
      return send(to, subject, `${body}\n\n${say(lang, texts.codeIgnore)}\n`)
    },
    sendNoAccount: (to, lang) => send(to, say(lang, texts.noAccountSubject), `${say(lang, texts.noAccountBody)}\n`),
  }
}
