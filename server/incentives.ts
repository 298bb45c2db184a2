import { featuresOf, strictestOf } from '#account/countries.ts'
import type { Config } from './config.ts'

/** Whether bonuses, envelopes, rebates and vouchers are given in a country (product §3.8); the strictest one that is known of somebody counts. */
export const isIncentiveOn = (env: Config['env'], country: string, kycCountry: string | null = null): boolean =>
  featuresOf(strictestOf(country, kycCountry), env).incentive === 'real'
