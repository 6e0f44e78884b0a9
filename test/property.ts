import * as fc from './cases.ts';

export default fc;
