import type { Sql } from '#db/database.ts'
import type { SimRuleVersion } from '#rules/sim/walk.ts'
import { deriveSimDaySeed } from '../sim/sim.ts'
import { publishSimDayCommitments, getOrCreateSimSecret, type SimDaySeed } from '../sim/simDays.ts'

/** The seeds of the simulated days, each known to this server once its commitment is published. */
export class SimSeedStore {
  readonly #db: Sql
  #secret: Buffer | undefined
  #rules: ReadonlyMap<string, SimRuleVersion> = new Map()

  constructor(db: Sql) {
    this.#db = db
  }

  isPublished(day: string): boolean {
    return this.#rules.has(day)
  }

  /** Publishes the commitments of today and of the days that begin soon. */
  async publish(nowMs: number): Promise<void> {
    this.#secret ??= await getOrCreateSimSecret(this.#db)
    this.#rules = await publishSimDayCommitments(this.#db, this.#secret, nowMs)
  }

  /** Of a day whose commitment was published; nothing else may become a price. */
  of(day: string): SimDaySeed {
    const rule = this.#rules.get(day)
    if (!this.#secret || !rule) throw new Error(`nothing was promised of the simulated prices of ${day}`)
    return { seed: deriveSimDaySeed(this.#secret, day), rule }
  }
}
