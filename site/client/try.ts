import { mount } from '../try/main.ts';

mount(document.getElementById('try-root')!);
