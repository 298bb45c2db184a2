import { checkBudgets } from './support/budgets.ts'
import { runSteps, type Step, testStep } from './support/steps.ts'

/** The fast half: everything that needs no browser. */
export const fastSteps: readonly Step[] = [
  { name: 'Types of the app', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'Types of the worker', command: ['tsc', '-p', 'sw/tsconfig.json'] },
  { name: 'Types of the server', command: ['tsc', '-p', 'server/tsconfig.json'] },
  { name: 'Types of the tests', command: ['tsc', '-p', 'tests/tsconfig.json'] },
  { name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
  { name: 'Format', command: ['biome', 'format', '.'] },
  { name: 'Dead code', command: ['knip'] },
  // A second core has nothing else to do meanwhile.
  { name: 'Build', command: ['vite', 'build', '--logLevel', 'warn'], early: true },
  { name: 'Byte budgets', work: checkBudgets },
  testStep('Unit, server, money and table tests', 'unit'),
]

if (import.meta.main) process.exitCode = await runSteps(fastSteps)
