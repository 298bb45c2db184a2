import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bundleSimVerifier } from './verifySim.ts'

it('public/verify-sim.mjs is made from the rules as they are now (node server/build/verifySim.ts)', async () => {
  expect(readFileSync('public/verify-sim.mjs', 'utf8')).toBe(await bundleSimVerifier())
})
