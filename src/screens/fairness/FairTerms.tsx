import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { apiReadQuery } from '#api/query.ts'
import { fairness, type PublishedTerm } from '#contract/calls/fairness.ts'
import { formatDateTime } from '#i18n/date.ts'
import { termsSigningText } from '#rules/signedNumbers.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SignedFileVerification } from './SignedFileVerification.tsx'
import { computePublishedTermChanges, publishedTermsInForce, type PublishedTermChange } from './termChanges.ts'
import { readTermsAreaSearchParams } from './areaSearch.ts'
import {
  publishedTermSubjectText,
  publishedTermAreaLabels,
  publishedTermLabels,
  formatPublishedTermValue,
} from '#widgets/trading/termWords.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './fairness.module.css'

export const Route = createFileRoute('/fair-terms')({ component: FairTerms, validateSearch: readTermsAreaSearchParams })

/** Every fee, rate and odds that holds, and each change with when it was told and when it began (docs/rules/fair-dealing.md). */
function FairTerms() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(apiReadQuery(fairness.terms, {}))
  return (
    <ScreenLayout title={t`Terms and their history`} back={path.priceRecord}>
      {data ? (
        <Stack gap={5}>
          <Section title={t`What changed`}>
            <Changes changes={computePublishedTermChanges(data.terms)} now={data.ms} />
          </Section>
          <Section title={t`What holds now`}>
            <TermsInForce terms={publishedTermsInForce(data.terms, data.ms)} />
          </Section>
          <SignedFileVerification text={termsSigningText(data.terms, data.ms)} signed={data} name="fairlead-terms.json" />
        </Stack>
      ) : error ? (
        <LoadErrorState title={t`The terms did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={14} />
      )}
    </ScreenLayout>
  )
}

function Changes({ changes, now }: { changes: readonly PublishedTermChange[]; now: number }) {
  const { t, i18n } = useLingui()
  if (changes.length === 0)
    return (
      <Card>
        <p>
          <Trans>Nothing has changed since the beginning. A change is told at least seven days ahead and never reaches open orders.</Trans>
        </p>
      </Card>
    )
  return (
    <Card flush>
      <ol>
        {changes.map(({ term, before }) => {
          const { area, subject, name, value, fromMs, publishedMs, calledOffMs } = term
          const [from, told] = [formatDateTime(fromMs), formatDateTime(publishedMs)]
          const areaWords = publishedTermAreaLabels[area]
          const nameWords = publishedTermLabels[name]?.words
          return (
            <li key={`${area} ${subject} ${name} ${fromMs} ${publishedMs}`} className={styles.change}>
              <p className={styles.heading}>
                {areaWords ? i18n._(areaWords) : area} {subject && `· ${publishedTermSubjectText(area, subject)}`}
              </p>
              <p>
                {nameWords ? i18n._(nameWords) : name}: {formatPublishedTermValue(name, before)} →{' '}
                <strong>{formatPublishedTermValue(name, value)}</strong>
              </p>
              <p className={styles.note}>
                <Trans>From {from}</Trans>
                {publishedMs < fromMs && (
                  <>
                    {' · '}
                    <Trans>told on {told}</Trans>
                  </>
                )}
              </p>
              {calledOffMs !== null ? <Chip>{t`Called off`}</Chip> : fromMs > now ? <Chip tone="info">{t`To come`}</Chip> : null}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function TermsInForce({ terms }: { terms: readonly PublishedTerm[] }) {
  const { t, i18n } = useLingui()
  const { area: requestedArea = 'contract' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const areas = Object.keys(publishedTermAreaLabels).filter((area) => terms.some((term) => term.area === area))
  const area = areas.includes(requestedArea) ? requestedArea : (areas[0] ?? '')
  const names = [...new Set(terms.filter((term) => term.area === area).map(({ name }) => name))]
  return (
    <div className={styles.values}>
      <SelectField
        label={<Trans>Kind</Trans>}
        value={area}
        onChange={(next) => void navigate({ search: { area: next }, replace: true })}
        options={areas.map((value) => ({ value, label: publishedTermAreaLabels[value] ? i18n._(publishedTermAreaLabels[value]) : value }))}
      />
      {names.map((name) => {
        const words = publishedTermLabels[name]?.words
        return (
          <Card key={name} className={styles.values}>
            <h3 className={styles.heading}>{words ? i18n._(words) : name}</h3>
            <DescriptionList
              rows={terms
                .filter((term) => term.area === area && term.name === name)
                .toSorted((a, b) => a.subject.localeCompare(b.subject, 'en', { numeric: true }))
                .map(({ subject, value }) => ({
                  key: subject,
                  name: publishedTermSubjectText(area, subject) || t`All`,
                  value: formatPublishedTermValue(name, value),
                }))}
            />
          </Card>
        )
      })}
    </div>
  )
}
