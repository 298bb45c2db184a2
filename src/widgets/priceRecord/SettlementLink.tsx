import { Trans } from '@lingui/react/macro'
import { path } from '#sitemap'
import { ButtonLink } from '../ButtonLink.tsx'

interface SettlementLinkProps {
  /** The refType of the thing's postings: position, second, spot, swap, option … */
  type: string
  id: string
  wide?: boolean
}

/** The way to why something came out as it did. */
export function SettlementLink({ type, id, wide = false }: SettlementLinkProps) {
  return (
    <ButtonLink to={path.settlementInfo} search={{ type, id }} kind="secondary" wide={wide}>
      <Trans>How it was computed</Trans>
    </ButtonLink>
  )
}
