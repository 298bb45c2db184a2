import type { Sql } from '#db/database.ts'

export interface SettlementReplayMismatch {
  refType: string
  refId: string
  name: string
  shown: string | undefined
  computed: string | undefined
}

export interface SettlementReplayCounts {
  checked: number
  unproved: number
  mismatches: number
}

/** A run that did not end within this time died with its server: another may take its night. */
const givenUpMs = 60 * 60_000

/** The id of this night's run for whoever comes first, or takes it over; nothing for all others. */
export async function claimNightlySettlementReplay(sql: Sql, day: string, nowMs: number): Promise<string | undefined> {
  const [row] = await sql.query<{ id: string }>(
    `insert into replay_run (day, begun_ms) values ($1, $2)
     on conflict (day) do update set begun_ms = excluded.begun_ms
       where replay_run.ended_ms is null and replay_run.begun_ms < excluded.begun_ms - ${givenUpMs}
     returning id`,
    [day, nowMs],
  )
  return row?.id
}

export async function beginSettlementReplayRun(sql: Sql, nowMs: number): Promise<string> {
  const [row] = await sql.query<{ id: string }>('insert into replay_run (begun_ms) values ($1) returning id', [nowMs])
  return row!.id
}

export async function addSettlementReplayMismatch(
  sql: Sql,
  runId: string,
  { refType, refId, name, shown, computed }: SettlementReplayMismatch,
): Promise<void> {
  await sql.query(
    `insert into replay_mismatch (run_id, ref_type, ref_id, name, shown, computed) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [runId, refType, refId, name, shown ?? null, computed ?? null],
  )
}

export async function endSettlementReplayRun(
  sql: Sql,
  runId: string,
  { checked, unproved, mismatches }: SettlementReplayCounts,
  nowMs: number,
): Promise<void> {
  await sql.query('update replay_run set ended_ms = $2, checked = $3, unproved = $4, mismatches = $5 where id = $1', [
    runId,
    nowMs,
    checked,
    unproved,
    mismatches,
  ])
}

/** The newest run that ended: what the public numbers say of it. */
export async function readNewestEndedSettlementReplay(sql: Sql): Promise<(SettlementReplayCounts & { endedMs: number }) | undefined> {
  const [row] = await sql.query<{ ended_ms: string; checked: string; unproved: string; mismatches: string }>(
    'select ended_ms, checked, unproved, mismatches from replay_run where ended_ms is not null order by ended_ms desc, id desc limit 1',
  )
  if (!row) return undefined
  return {
    endedMs: Number(row.ended_ms),
    checked: Number(row.checked),
    unproved: Number(row.unproved),
    mismatches: Number(row.mismatches),
  }
}
