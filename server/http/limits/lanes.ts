import type { ApiCall } from '#contract/call.ts'
import { type RequestAdmission, type RequestAdmissionLimits, createRequestAdmission } from './admission.ts'
import { isReadOnlyCall } from '#contract/readOnlyCall.ts'
import { riskReducingPaths } from '../riskReducingPaths.ts'
import { isSlowHashCall } from './rates.ts'

/** Calls that wait for each other and for nobody else. */
type Lane = 'reads' | 'writes' | 'leaving' | 'visitorPasswords' | 'ownPasswords'
export type AdmissionLanes = Record<Lane, RequestAdmission>

// What is at work holds the processor and connections to the database for that long, so these bound how long the price recorder waits for either.
const calls = { maxRunning: 16, maxWaiting: 1_000, maxBurstWaitMs: 80, maxStandingWaitMs: 25, giveUpMs: 400, retrySeconds: 2 }
// A password's hash takes the processor for some hundredths of a second: few at a time, and as many waiting as are done within about a second.
const passwords = { maxRunning: 3, maxWaiting: 20, maxBurstWaitMs: 2_000, maxStandingWaitMs: 1_000, retrySeconds: 5 }

// Whoever closes, cancels or repays waits for their own kind alone, and for as long as it takes (docs/rules/wire.md: "leaving is never hindered").
const leaving = { ...calls, maxBurstWaitMs: Infinity, maxStandingWaitMs: Infinity, giveUpMs: Infinity }
const patient = { maxWaiting: Infinity, maxBurstWaitMs: Infinity, maxStandingWaitMs: Infinity, giveUpMs: Infinity }

/** One admission for each lane. Where `isPatient` nobody is refused: for tests of something else, on machines of any speed. */
export const createAdmissionLanes = (isPatient: boolean): AdmissionLanes => {
  const lane = (limits: RequestAdmissionLimits): RequestAdmission => createRequestAdmission(isPatient ? { ...limits, ...patient } : limits)
  return {
    reads: lane(calls),
    writes: lane(calls),
    leaving: lane(leaving),
    visitorPasswords: lane(passwords),
    ownPasswords: lane(passwords),
  }
}

/** Where a call queues; undefined for forms, whose files arrive slowly and are bounded by themselves. */
export function admissionLaneOfCall(row: ApiCall): Lane | undefined {
  if (row.method === 'POST' && row.form) return undefined
  if (riskReducingPaths.has(row.path)) return 'leaving'
  if (!isSlowHashCall(row.path)) return isReadOnlyCall(row) ? 'reads' : 'writes'
  return row.access === 'open' ? 'visitorPasswords' : 'ownPasswords'
}
