// The theme of VitePress without its fonts, with our style and our page for addresses that do not exist.

import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

const notFound = () =>
  h('main', { class: 'not-found vp-doc' }, [
    h('h1', 'Page not found'),
    h('p', ['Search for it above, or go to the ', h('a', { href: withBase('/') }, 'front page'), '.']),
  ]);

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'not-found': notFound }),
};
