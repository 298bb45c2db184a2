import { productAvailabilitiesOf, type ResidenceCountries, type ProductPermissionContext } from './countries.ts'

/** Whether bonuses, envelopes, rebates and vouchers are given where somebody lives (docs/rules/countries.md); the strictest of what is known counts. */
export const areIncentivesAvailable = (standing: ProductPermissionContext, residence: ResidenceCountries): boolean =>
  productAvailabilitiesOf(residence, standing).incentive === 'real'
