/** The setting by which a run of tests tells every process of it how far its time is from the machine's, in milliseconds. */
export const shiftName = 'FAIRLEAD_TEST_SHIFT_MS'

/** How far the time of this run of tests is from the machine's, in milliseconds; 0 outside of a run. */
export const shiftMs = (): number => Number(process.env[shiftName] ?? 0)

/** The machine's own time: that of a server with a PostgreSQL of its own, in a process that was told nothing of this run. */
export const machineNow = (): number => Date.now() - shiftMs()

/** What a program that a test starts with settings of its own needs to have the time of this run. */
export const timeOfRun = (): Record<string, string> => ({
  NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
  [shiftName]: String(shiftMs()),
})

/**
 * What TODAY asks for, as milliseconds from the machine's time; 0 without it, for browsers judge cookies by the machine's clock. Refuses what
 * is no moment, in one sentence.
 */
export function shiftFor(today = process.env['TODAY']): number {
  if (!today) return 0
  const at = /^\d{4}-\d\d-\d\dT/.test(today) ? Date.parse(today) : Number.NaN
  if (Number.isNaN(at)) throw new Error(`TODAY is no moment such as 2026-11-30T03:00Z: ${today}`)
  return at - Date.now()
}

/**
 * From now on this program's `Date` is so far ahead of the machine's clock and goes on as it does; timers stay as they are. It says nothing of
 * what is around it, so that pages and workers of a browser can be given its text.
 */
export function shiftDate(byMs: number): void {
  const { Date: machine } = globalThis
  const machineNow = machine.now.bind(machine)
  const now = (): number => machineNow() + byMs
  const shifted: DateConstructor = new Proxy(machine, {
    apply: () => new machine(now()).toString(),
    construct: (of, given: unknown[], asked): object =>
      Reflect.construct(of, given.length === 0 ? [now()] : given, asked === shifted ? of : asked) as object,
  })
  machine.now = now
  machine.prototype.constructor = shifted
  globalThis.Date = shifted
}
