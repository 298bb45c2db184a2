import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ArticleList } from './ArticleList.tsx'

export const Route = createFileRoute('/xinwen')({ component: News })

/** News, newest first. */
function News() {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`News`} back flush>
      <ArticleList
        filter={{ kind: 'news' }}
        dated
        empty={
          <EmptyState
            text={t`News will be here, newest first.`}
            action={
              <ButtonLink to={path.articles} kind="secondary">
                <Trans>Read the help instead</Trans>
              </ButtonLink>
            }
          />
        }
      />
    </ScreenLayout>
  )
}
