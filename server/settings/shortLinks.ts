import { createHash } from 'node:crypto'
import { Refusal } from '#contract/refusals.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

interface Link {
  code: string
  type: 'invite' | 'article'
  target: string
  invite_code: string | null
  expires_ms: string | null
}

/** Where a short link leads; an invitation code is a link of its own. notFound for anything else. */
export async function resolveShortLink(sql: Sql, code: string, ip: string, now: Instant) {
  const link = (await storedLink(sql, code)) ?? (await inviteLink(sql, code.toUpperCase()))
  if (!link) throw new Refusal('notFound')
  const isValid = link.expires_ms === null || Number(link.expires_ms) > now
  if (isValid) await countUse(sql, link.code, ip, now)
  return {
    code: link.code,
    type: link.type,
    ...(link.invite_code !== null && { inviteCode: link.invite_code }),
    target: link.target,
    valid: isValid,
  }
}

async function storedLink(sql: Sql, code: string): Promise<Link | undefined> {
  const [link] = await sql.query<Link>('select code, type, target, invite_code, expires_ms from short_link where code = $1', [code])
  return link
}

async function inviteLink(sql: Sql, code: string): Promise<Link | undefined> {
  const known = await sql.query('select 1 from account where invite_code = $1', [code])
  if (known.length === 0) return undefined
  return { code, type: 'invite', target: `/register?invite=${code}`, invite_code: code, expires_ms: null }
}

/** Once per address and day. What is kept cannot be turned back into an address without knowing it. */
async function countUse(sql: Sql, code: string, ip: string, now: Instant): Promise<void> {
  const day = serverDayAt(now)
  const visitorHash = createHash('sha256').update(`${code} ${day} ${ip}`).digest()
  await sql.query('insert into short_link_use (code, day, visitor_hash) values ($1, $2, $3) on conflict do nothing', [
    code,
    day,
    visitorHash,
  ])
}
