/** A random 25x25 grid with few clues, which takes 1608 conflicts to solve. */
export const HARD_25X25 = `..RS.VPW.A.D..I......EY..
NV..L...IU....O.E..RMPH..
I........FW.HE..DQJB.U.L.
WT.K.J....GQPF.C...SV.N..
.YEQ...ML......N....W.GKJ
.PY.N..I.HA..D....L...K..
.A..J.U..SF.IRCE.G.P..X..
.BDX.AQ...H.USV.W.C....O.
V.Q...F.X.L.....RJ...ATHM
K.F.C..TVDM.B.QSOIH.L...E
...YR.......AU.X.....FDB.
F..HM....YB.W...SD.KI.L.P
.DV....KF.PG...O...J.N.C.
E.W..X.D.TRC.OF.VLM.K....
.LJC..A..I.K..DF.YG.....V
...R.M.G..DA.XKTPE.CS..YI
.GMTX............SBOPR...
..NW..K.....S..IARULE..X.
AE.V...J.X.U.Y....F..T.N.
YI...PR.A..B......N.Q.W..
..BM...NQWT.VH.Y.AOE..I..
.X.I.H...LJ..WNR.B.....QY
.N.U..J.TVYFE..Q..I.DKB..
...........R.GXKLUW.T..M.
S.O.Y..E.KCPQ.....T.JL.U.
`;
