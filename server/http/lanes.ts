import type { Call } from '#contract/call.ts'
import { type Admission, type AdmissionLimits, createAdmission } from './admission.ts'
import { hashesPassword } from './rates.ts'

/** Calls that wait for each other and for nobody else. */
type Lane = 'reads' | 'writes' | 'visitorPasswords' | 'ownPasswords'
export type Lanes = Record<Lane, Admission>

// What is at work holds the processor and connections to the database for that long, so these bound how long the price recorder waits for either.
const calls = { maxRunning: 16, maxWaiting: 1_000, maxBurstWaitMs: 300, maxStandingWaitMs: 25, retrySeconds: 2 }
// A password's hash takes the processor for some hundredths of a second: few at a time, and as many waiting as are done within about a second.
const passwords = { maxRunning: 3, maxWaiting: 20, maxBurstWaitMs: 2_000, maxStandingWaitMs: 1_000, retrySeconds: 5 }

const patient = { maxWaiting: Infinity, maxBurstWaitMs: Infinity, maxStandingWaitMs: Infinity }

/** One admission for each lane. Where `isPatient` nobody is refused: for tests of something else, on machines of any speed. */
export const createLanes = (isPatient: boolean): Lanes => {
  const lane = (limits: AdmissionLimits): Admission => createAdmission(isPatient ? { ...limits, ...patient } : limits)
  return { reads: lane(calls), writes: lane(calls), visitorPasswords: lane(passwords), ownPasswords: lane(passwords) }
}

/** Where a call queues; undefined for forms, whose files arrive slowly and are bounded by themselves. */
export function laneOf(row: Call): Lane | undefined {
  if (row.method === 'POST' && row.form) return undefined
  if (!hashesPassword(row.path)) return row.method === 'GET' ? 'reads' : 'writes'
  return row.access === 'open' ? 'visitorPasswords' : 'ownPasswords'
}
