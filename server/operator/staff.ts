import { hash, randomBytes } from 'node:crypto'
import type { Database, Sql } from '#db/database.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { writeLog } from './log.ts'
import { StaffRefused } from './refused.ts'
import { type Action, allowed, isRole, type Role, roles } from './roles.ts'

/** A member of staff. */
export interface Staff {
  id: string
  name: string
  roles: readonly Role[]
  addedAt: Instant
  endedAt: Instant | undefined
}

interface Row {
  id: string
  name: string
  roles: Role[]
  added_ms: string
  ended_ms: string | null
}

const columns = 'id, name, roles, added_ms, ended_ms'
const staffOf = ({ id, name, roles, added_ms, ended_ms }: Row): Staff => ({
  id,
  name,
  roles,
  addedAt: asInstant(Number(added_ms)),
  endedAt: ended_ms === null ? undefined : asInstant(Number(ended_ms)),
})

const keyPrefix = 'staff_'
const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** All accounts, ended ones too, oldest first. */
export async function listStaff(sql: Sql): Promise<Staff[]> {
  return (await sql.query<Row>(`select ${columns} from staff order by id`)).map(staffOf)
}

/** Whose key this is; refuses a key that nobody has or whose account was ended. */
export async function staffByKey(sql: Sql, key: string): Promise<Staff> {
  const [row] = await sql.query<Row>(`select ${columns} from staff where key_hash = $1 and ended_ms is null`, [hashOf(key.trim())])
  if (!row) throw new StaffRefused('forbidden', 'This key belongs to nobody on staff.')
  return staffOf(row)
}

/** Refuses what none of this person's roles may do. */
export function admit(staff: Staff, action: Action): void {
  if (staff.roles.some((role) => allowed[action].includes(role))) return
  const who = allowed[action].join(' or ')
  throw new StaffRefused('forbidden', `${staff.name} may not do this: it takes the role ${who}.`)
}

/** The role in which this person does it: the first of theirs that may. */
export const roleFor = (staff: Staff, action: Action): Role => staff.roles.find((role) => allowed[action].includes(role)) ?? staff.roles[0]!

/** A new account and its key, which is given this once. Whoever can open the database can add; `by` names them in the log. */
export async function addStaff(
  db: Database,
  asked: { name: string; roles: readonly string[]; by: string; now: Instant },
): Promise<{ staff: Staff; key: string }> {
  const { name, by, now } = asked
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(name))
    throw new StaffRefused('usage', 'A name is 2 to 32 small letters, digits and hyphens, and begins with a letter.')
  const unknown = asked.roles.find((role) => !isRole(role))
  if (unknown !== undefined || asked.roles.length === 0)
    throw new StaffRefused(
      'usage',
      `${unknown === undefined ? 'A role is needed' : `"${unknown}" is no role`}. Roles: ${roles.join(', ')}.`,
    )
  const chosen = roles.filter((role) => asked.roles.includes(role))
  const key = keyPrefix + randomBytes(32).toString('base64url')
  const staff = await db.transaction(async (sql) => {
    const [row] = await sql.query<Row>(
      `insert into staff (name, roles, key_hash, added_ms) values ($1, $2, $3, $4) on conflict (name) do nothing returning ${columns}`,
      [name, chosen, hashOf(key), now],
    )
    if (!row) throw new StaffRefused('refused', `The name "${name}" was given before. A name is given once.`)
    await writeLog(sql, { by, at: now, action: 'staff.add', about: { name, roles: chosen.join(',') } })
    return staffOf(row)
  })
  return { staff, key }
}

/** Ends an account at once: its key opens nothing any more. Refuses an unknown or ended one. */
export function endStaff(db: Database, { name, by, now }: { name: string; by: string; now: Instant }): Promise<void> {
  return db.transaction(async (sql) => {
    const rows = await sql.query('update staff set ended_ms = $2 where name = $1 and ended_ms is null returning id', [name, now])
    if (rows.length === 0) throw new StaffRefused('refused', `Nobody named "${name}" is on staff now.`)
    await writeLog(sql, { by, at: now, action: 'staff.end', about: { name } })
  })
}
