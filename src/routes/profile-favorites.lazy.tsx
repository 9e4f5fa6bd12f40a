import { createLazyRoute } from '@tanstack/react-router'
import { FavoritesPage } from './favorites-page.tsx'

export const Route = createLazyRoute('/profile/favorites')({ component: FavoritesPage })
