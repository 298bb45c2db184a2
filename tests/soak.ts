import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'

/** `npm run soak`: every random story with new seeds, `ROUNDS` times (10 unless told); prints the seeds that fail, which `MONEY_SEED` plays again. */
const rounds = Number(process.env['ROUNDS'] ?? 10)
const stories = globSync('tests/*/*.integration.test.ts').filter((file) => readFileSync(file, 'utf8').includes('MONEY_SEED'))
const failed: number[] = []
for (let round = 0; round < rounds; round++) {
  const seed = randomInt(1, 1_000_000_007)
  process.stdout.write(`\n── MONEY_SEED=${seed}\n`)
  const { status } = spawnSync('vitest', ['run', ...stories], {
    stdio: 'inherit',
    env: { ...process.env, MONEY_SEED: String(seed) },
  })
  if (status !== 0) failed.push(seed)
}
process.stdout.write(`\n${rounds - failed.length} of ${rounds} seeds passed${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
