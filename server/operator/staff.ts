import { hash, randomBytes } from 'node:crypto'
import type { Database, Sql } from '#db/database.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { writeStaffLog } from './log.ts'
import { StaffError } from './staffError.ts'
import { type StaffAction, staffPermissions, isStaffRole, type StaffRole, staffRoles } from './roles.ts'

/** A member of staff. */
export interface StaffMember {
  id: string
  name: string
  roles: readonly StaffRole[]
  addedAt: Instant
  endedAt: Instant | undefined
}

interface Row {
  id: string
  name: string
  roles: StaffRole[]
  added_ms: string
  ended_ms: string | null
}

const columns = 'id, name, roles, added_ms, ended_ms'
const staffOf = ({ id, name, roles, added_ms, ended_ms }: Row): StaffMember => ({
  id,
  name,
  roles,
  addedAt: asInstant(Number(added_ms)),
  endedAt: ended_ms === null ? undefined : asInstant(Number(ended_ms)),
})

const keyPrefix = 'staff_'
const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** All accounts, ended ones too, oldest first. */
export async function listStaff(sql: Sql): Promise<StaffMember[]> {
  return (await sql.query<Row>(`select ${columns} from staff order by id`)).map(staffOf)
}

/** Whose key this is; refuses a key that nobody has or whose account was ended. */
export async function requireStaffByKey(sql: Sql, key: string): Promise<StaffMember> {
  const [row] = await sql.query<Row>(`select ${columns} from staff where key_hash = $1 and ended_ms is null`, [hashOf(key.trim())])
  if (!row) throw new StaffError('forbidden', 'This key belongs to nobody on staff.')
  return staffOf(row)
}

/** Refuses what none of this person's roles may do. */
export function assertStaffPermitted(staff: StaffMember, action: StaffAction): void {
  if (staff.roles.some((role) => staffPermissions[action].includes(role))) return
  const roles = staffPermissions[action].join(' or ')
  throw new StaffError('forbidden', `${staff.name} may not do this: it takes the role ${roles}.`)
}

/** The role in which this person does it: the first of theirs that may. */
export const staffRoleForAction = (staff: StaffMember, action: StaffAction): StaffRole =>
  staff.roles.find((role) => staffPermissions[action].includes(role)) ?? staff.roles[0]!

/** A new account and its key, which is given this once. Whoever can open the database can add; `by` names them in the log. */
export async function addStaff(
  db: Database,
  member: { name: string; roles: readonly string[]; by: string; now: Instant },
): Promise<{ staff: StaffMember; key: string }> {
  const { name, by, now } = member
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(name))
    throw new StaffError('usage', 'A name is 2 to 32 small letters, digits and hyphens, and begins with a letter.')
  const unknown = member.roles.find((role) => !isStaffRole(role))
  if (unknown !== undefined || member.roles.length === 0)
    throw new StaffError(
      'usage',
      `${unknown === undefined ? 'A role is needed' : `"${unknown}" is no role`}. Roles: ${staffRoles.join(', ')}.`,
    )
  const chosen = staffRoles.filter((role) => member.roles.includes(role))
  const key = keyPrefix + randomBytes(32).toString('base64url')
  const staff = await db.transaction(async (sql) => {
    const [row] = await sql.query<Row>(
      `insert into staff (name, roles, key_hash, added_ms) values ($1, $2, $3, $4) on conflict (name) do nothing returning ${columns}`,
      [name, chosen, hashOf(key), now],
    )
    if (!row) throw new StaffError('refused', `The name "${name}" was given before. A name is given once.`)
    await writeStaffLog(sql, { by, at: now, action: 'staff.add', about: { name, roles: chosen.join(',') } })
    return staffOf(row)
  })
  return { staff, key }
}

/** Ends an account at once: its key opens nothing any more. Refuses an unknown or ended one. */
export function deactivateStaff(db: Database, { name, by, now }: { name: string; by: string; now: Instant }): Promise<void> {
  return db.transaction(async (sql) => {
    const rows = await sql.query('update staff set ended_ms = $2 where name = $1 and ended_ms is null returning id', [name, now])
    if (rows.length === 0) throw new StaffError('refused', `Nobody named "${name}" is on staff now.`)
    await writeStaffLog(sql, { by, at: now, action: 'staff.end', about: { name } })
  })
}
