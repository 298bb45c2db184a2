import type { LanguageCode } from '#contract/calls/account.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import type { AppContext } from '../../core/appContext.ts'
import { parseLanguageCode } from '../../core/i18n.ts'
import { log } from '../../core/log.ts'
import { createMailSender, type MailSender } from './mail.ts'
import { type MailKind, mailTextsByKind } from './mailWords.ts'
import { startRepeatingJob } from '../../core/schedule.ts'

const dayMs = 24 * 3_600_000
const everyMs = 1_000
const atOnce = 20
/** The longest that one mail can take is less, so nobody takes it up while it is being sent. */
const leaseMs = 60_000
const mostWaitMs = 3_600_000

interface Waiting {
  id: string
  address: string
  kind: MailKind
  params: Record<string, string>
  created_ms: string
  tries: number
  lang: string
  mail_phrase: string | null
}

/** Sends what is due. Gives back how to stop; what is being sent then is sent first. */
export function startMailJobs(app: AppContext, pollIntervalMs = everyMs): () => Promise<void> {
  const mail = createMailSender(app.config.smtpUrl)
  const job = startRepeatingJob('mails', pollIntervalMs, (isStopped) => sendDueMails(app, mail, isStopped))
  return async () => {
    await job.stop()
    mail?.close()
  }
}

/** One look: what is a day old goes, what is due is sent. Without a mail server nothing is. */
export async function sendDueMails(
  { db, clock }: AppContext,
  mail: MailSender | undefined,
  isStopped: () => boolean = () => false,
): Promise<void> {
  await db.query('delete from mail_outbox where created_ms <= $1', [clock.now() - dayMs])
  while (mail && !isStopped()) {
    const batch = await takeDue(db, clock.now())
    if (batch.length === 0) return
    await Promise.all(batch.map((row) => sendOne(db, mail, row)))
  }
}

/** Mails that nobody else sends now. Taking one is a try: it is due again, later each time, unless it goes out. */
const takeDue = (db: Database, now: Instant): Promise<Waiting[]> =>
  db.query<Waiting>(
    `update mail_outbox m set tries = m.tries + 1, due_ms = $1 + least($2 * (1 << least(m.tries, 20))::bigint, $3)
     from account a
     where a.id = m.account_id and m.id in (select id from mail_outbox where due_ms <= $1 order by due_ms, id limit $4 for update skip locked)
     returning m.id, m.address, m.kind, m.params, m.created_ms, m.tries, a.lang, a.mail_phrase`,
    [now, leaseMs, mostWaitMs, atOnce],
  )

async function sendOne(db: Database, mail: MailSender, row: Waiting): Promise<void> {
  // A kind of a newer release than this server is left to one that has its words.
  if (!Object.hasOwn(mailTextsByKind, row.kind)) return
  const lang: LanguageCode = parseLanguageCode(row.lang) ?? 'en-us'
  try {
    const message = { kind: row.kind, params: row.params, at: asInstant(Number(row.created_ms)), id: `told-${row.id}-${row.created_ms}` }
    await mail.send({ address: row.address, lang, phrase: row.mail_phrase ?? undefined }, message)
  } catch (error) {
    log.error(`mail ${row.id} (${row.kind}) was not taken at try ${row.tries}`, reasonOf(error))
    return
  }
  await db.query('delete from mail_outbox where id = $1', [row.id])
}

/** What the mail server said, without the address. */
const reasonOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'no answer')
