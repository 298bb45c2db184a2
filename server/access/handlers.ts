import type { StaffDataAccessRecord } from '#contract/calls/access.ts'
import { asInstant } from '#contract/time.ts'
import type { CallHandlers } from '../core/handlers.ts'

interface Row extends Pick<StaffDataAccessRecord, 'id' | 'role' | 'kind' | 'files'> {
  staff_id: string
  ref_id: string
  at_ms: string
}

/** Looks of staff at a person's own data (docs/rules/data-rights.md), newest first. */
export const staffAccessLogHandlers = (): CallHandlers<'access'> => ({
  list: async ({ pageNo, pageSize }, { sql, visitor }) => {
    const [counted] = await sql.query<{ total: string }>('select count(*) as total from staff_access where user_id = $1', [visitor.userId])
    const rows = await sql.query<Row>(
      'select id, staff_id, role, kind, ref_id, files, at_ms from staff_access where user_id = $1 order by id desc limit $2 offset $3',
      [visitor.userId, pageSize, (pageNo - 1) * pageSize],
    )
    const total = Number(counted?.total ?? 0)
    const records = rows.map(({ id, role, kind, files, staff_id, ref_id, at_ms }) => ({
      id,
      time: asInstant(Number(at_ms)),
      role,
      staffNo: staff_id,
      kind,
      refId: ref_id,
      files,
    }))
    return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
  },
})
