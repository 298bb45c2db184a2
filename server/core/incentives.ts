import { productAvailabilitiesForResidence, type ResidenceCountries, type CountryProductPermissionContext } from './countries.ts'

/** Whether bonuses, envelopes, rebates and vouchers are given where somebody lives (docs/rules/countries.md); the strictest of what is known counts. */
export const areIncentivesAvailable = (standing: CountryProductPermissionContext, residence: ResidenceCountries): boolean =>
  productAvailabilitiesForResidence(residence, standing).incentive === 'real'
