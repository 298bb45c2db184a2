import { describe, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { type RequestAdmissionLimits, createRequestAdmission } from './admission.ts'

/** An admission over a clock that is turned by hand, with work that ends when it is told. */
function gate(limits: Partial<RequestAdmissionLimits> = {}) {
  let now = 1_000
  const admission = createRequestAdmission(
    { maxRunning: 1, maxWaiting: 100, maxBurstWaitMs: 300, maxStandingWaitMs: 25, retrySeconds: 2, ...limits },
    () => now,
  )
  const ends: (() => void)[] = []
  const ask = () => {
    const request = { state: 'waiting', atMs: now, tookMs: -1 }
    const done = (state: string) => Object.assign(request, { state, tookMs: now - request.atMs })
    admission
      .admit(async () => {
        done('running')
        await new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch((error: unknown) => done(error instanceof Refusal ? `${error.refusal} ${String(error.detail['seconds'])}` : 'fault'))
    return request
  }
  const settled = async () => {
    for (let n = 0; n < 10; n++) await Promise.resolve()
  }
  return {
    ask,
    end: async () => {
      ends.shift()?.()
      await settled()
    },
    pass: async (ms: number) => {
      now += ms
      admission.expire()
      await settled()
    },
    settled,
    isOverloaded: () => admission.isOverloaded(),
  }
}

test('works on so many at once, the others in the order in which they came', async () => {
  const { ask, end, settled } = gate({ maxRunning: 2 })
  const all = [ask(), ask(), ask(), ask()]
  await settled()
  expect(all.map(({ state }) => state)).toEqual(['running', 'running', 'waiting', 'waiting'])
  await end()
  expect(all.map(({ state }) => state)).toEqual(['running', 'running', 'running', 'waiting'])
  await end()
  await end()
  expect(all[3]!.state).toBe('running')
})

test('a burst waits for its turn', async () => {
  const { ask, end, pass, settled } = gate()
  const all = Array.from({ length: 20 }, ask)
  await settled()
  for (let n = 0; n < 19; n++) {
    await pass(14)
    await end()
  }
  expect(all.every(({ state }) => state === 'running')).toBe(true)
})

test('a queue that stands is answered within its limit, with a refusal that says when to come again', async () => {
  const { ask, end, pass } = gate()
  const all: ReturnType<typeof ask>[] = []
  // Twice as many as can be done, for ten seconds.
  for (let ms = 0; ms < 10_000; ms += 5) {
    all.push(ask())
    await pass(5)
    if (ms % 10 === 0) await end()
  }
  const late = all.slice(200, -20)
  const refused = late.filter(({ state }) => state === 'busy 2')
  const admitted = late.filter(({ state }) => state === 'running')
  expect(refused.length + admitted.length).toBe(late.length)
  expect(admitted.length / late.length).toBeCloseTo(0.5, 1)
  expect(Math.max(...late.map(({ tookMs }) => tookMs))).toBeLessThanOrEqual(30)
})

test('after an overload a burst may wait again', async () => {
  const { ask, end, pass } = gate()
  ask()
  for (let ms = 0; ms < 2_000; ms += 10) {
    ask()
    await pass(10)
  }
  await pass(100)
  await end()
  const all = [ask(), ask()]
  await pass(200)
  expect(all.map(({ state }) => state)).toEqual(['running', 'waiting'])
  await end()
  expect(all[1]!.state).toBe('running')
})

test('beyond the longest queue nobody waits at all', async () => {
  const { ask, settled } = gate({ maxWaiting: 2 })
  const all = [ask(), ask(), ask(), ask()]
  await settled()
  expect(all.map(({ state }) => state)).toEqual(['running', 'waiting', 'waiting', 'busy 2'])
})

test('work that fails gives its place back', async () => {
  const admission = createRequestAdmission({ maxRunning: 1, maxWaiting: 1, maxBurstWaitMs: 300, maxStandingWaitMs: 25, retrySeconds: 2 })
  const failing = () => admission.admit(async () => Promise.reject(new Error('broken')))
  await expect(failing()).rejects.toThrow('broken')
  await expect(failing()).rejects.toThrow('broken')
  await expect(admission.admit(async () => 'well')).resolves.toBe('well')
})

describe('where waits are foreseen', () => {
  /** After so many were done one by one that the pace is known. */
  async function paced(everyMs: number) {
    const limited = gate({ maxBurstWaitMs: 150, giveUpMs: 400 })
    for (let n = 0; n < 400; n++) {
      limited.ask()
      await limited.pass(everyMs)
      await limited.end()
    }
    return limited
  }
  const states = (all: readonly { state: string }[]) => [...new Set(all.map(({ state }) => state))]

  test('of a burst who would wait too long is refused at once, and who is let in is not refused later', async () => {
    const { ask, end, pass, settled } = await paced(10)
    const all = Array.from({ length: 40 }, ask)
    await settled()
    // One at work and as many behind it as begin within 150 ms.
    expect(states(all.slice(0, 15))).toEqual(['running', 'waiting'])
    expect(states(all.slice(17))).toEqual(['busy 2'])
    for (let n = 0; n < 20; n++) {
      await pass(10)
      await end()
    }
    expect(states(all)).toEqual(['running', 'busy 2'])
    expect(Math.max(...all.filter(({ state }) => state === 'busy 2').map(({ tookMs }) => tookMs))).toBe(0)
  })

  test('where there is always somebody waiting only the shorter wait is let in, and every refusal is at once', async () => {
    const { ask, end, pass, settled } = await paced(10)
    const all: ReturnType<typeof ask>[] = []
    for (let ms = 0; ms < 10_000; ms += 5) {
      all.push(ask())
      await settled()
      await pass(5)
      if (ms % 10 === 0) await end()
    }
    const late = all.slice(200, -20)
    const refused = late.filter(({ state }) => state === 'busy 2')
    expect(refused.length / late.length).toBeCloseTo(0.5, 1)
    expect(Math.max(...refused.map(({ tookMs }) => tookMs))).toBe(0)
    expect(Math.max(...late.map(({ tookMs }) => tookMs))).toBeLessThanOrEqual(40)
  })

  test('says that no more should come as soon as one more would wait too long, and not while nobody waits', async () => {
    const { ask, end, pass, isOverloaded } = await paced(10)
    ask()
    await pass(1_000)
    expect(isOverloaded()).toBe(false)
    for (let n = 0; n < 20; n++) ask()
    expect(isOverloaded()).toBe(true)
    for (let n = 0; n < 20; n++) await end()
    expect(isOverloaded()).toBe(false)
  })

  test('when work stands still nobody else is let in soon, and those who were are answered in the end', async () => {
    const { ask, pass } = await paced(0)
    const all = [ask(), ask(), ask()]
    await pass(140)
    all.push(ask())
    await pass(20)
    const late = ask()
    await pass(0)
    expect([...all, late].map(({ state }) => state)).toEqual(['running', 'waiting', 'waiting', 'waiting', 'busy 2'])
    await pass(260)
    expect(all.map(({ state }) => state)).toEqual(['running', 'busy 2', 'busy 2', 'waiting'])
    await pass(130)
    expect(all[3]!.state).toBe('busy 2')
  })
})
